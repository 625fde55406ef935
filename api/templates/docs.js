// Tries requests from the page of the API: each form sends its operation to this server and shows the answer.

const KEPT = "dobon.docs.token";
const token = document.getElementById("token");
token.value = sessionStorage.getItem(KEPT) ?? "";
token.addEventListener("input", () => sessionStorage.setItem(KEPT, token.value.trim()));

for (const form of document.querySelectorAll("form[data-path]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form).catch((problem) => show(form, String(problem)));
  });
}

async function send(form) {
  let path = form.dataset.path;
  const query = new URLSearchParams();
  const headers = new Headers();
  for (const { dataset, value } of form.querySelectorAll("[data-in]")) {
    if (dataset.in === "path") path = path.replace(`{${dataset.name}}`, encodeURIComponent(value.trim()));
    else if (value && dataset.in === "query") query.set(dataset.name, value);
    else if (value && dataset.in === "header") headers.set(dataset.name, value);
  }
  if (form.hasAttribute("data-secured") && token.value.trim()) headers.set("Authorization", `Bearer ${token.value.trim()}`);
  const written = form.querySelector("textarea");
  const body = written?.value;
  if (body) headers.set("Content-Type", written.dataset.type);
  const method = form.dataset.method;
  const response = await fetch(`${path}${query.size ? `?${query}` : ""}`, { method, headers, body: body || undefined });
  show(form, `${response.status} ${response.statusText}\n`);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let part = await reader?.read(); part && !part.done; part = await reader.read()) {
    text += part.value;
    show(form, `${response.status} ${response.statusText}\n${readable(text)}`);
  }
}

/** Return JSON with line breaks, and any other text as it is. */
function readable(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function show(form, text) {
  form.querySelector("output").textContent = text;
}
