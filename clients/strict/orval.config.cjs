const input = { target: "../../openapi.yaml" };

module.exports = {
  fetch: { input, output: { target: "generated/orval/fetch.ts", client: "fetch", mode: "single" } },
  zod: { input, output: { target: "generated/orval/zod.ts", client: "zod", mode: "single" } },
};
