// The notable moments of a round: calls, counter-calls, doubts and missed chances.

/** Return `[{at, kind}]` in order; `kind` is `call`, `counter`, `false` or `missed`. */
export function markersOf(frames) {
  return frames.flatMap((frame, at) => {
    const kind = markerKind(frame);
    return kind ? [{ at, kind }] : [];
  });
}

function markerKind({ event, missed, taken }) {
  if (event.type === "dobon-called" || event.type === "doubt-called") {
    if (!event.public.valid) return "false";
    return event.public.kind === "counter" ? "counter" : "call";
  }
  if (missed?.length > 0 || taken?.on_purpose) return "missed";
  return null;
}
