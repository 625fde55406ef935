// Sounds, made in the browser from tones and noise, and vibration. A switch in the settings is remembered.

import { getStored, setStored } from "./storage.js";

/** The positions of the switch: sounds and vibration, vibration only, neither. */
export const SOUND_MODES = ["on", "vibration", "off"];

/** A tone glides between two frequencies in Hz; `gain` is its loudest amplitude; times are in seconds. */
const tone = (at, length, from, to, gain, type = "sine") => ({ kind: "tone", at, length, from, to, gain, type });

/** Noise through a band whose centre glides between two frequencies in Hz. */
const noise = (at, length, from, to, gain, q = 0.8) => ({ kind: "noise", at, length, from, to, gain, q });

/** "Do": a blow on a large drum. */
const drum = (at, pitch = 1) => [tone(at, 0.3, 190 * pitch, 80 * pitch, 0.5), noise(at, 0.06, 1400, 500, 0.25)];

/** "Bon": something heavy falls into water, and bubbles rise. */
const plunge = (at, pitch = 1) => [
  tone(at, 0.16, 150 * pitch, 52 * pitch, 0.5),
  noise(at, 0.55, 2600, 420, 0.3, 0.6),
  tone(at + 0.14, 0.16, 170 * pitch, 520 * pitch, 0.3),
  tone(at + 0.4, 0.07, 420 * pitch, 840 * pitch, 0.14),
  tone(at + 0.52, 0.06, 560 * pitch, 1050 * pitch, 0.1),
  tone(at + 0.62, 0.06, 480 * pitch, 940 * pitch, 0.07),
];

const chime = (at, frequency, length = 0.5, gain = 0.16) => [tone(at, length, frequency, frequency, gain), tone(at, length / 2, frequency * 2.76, frequency * 2.76, gain / 4)];

/** The parts of each sound. */
export const SOUNDS = {
  deal: [0, 0.07, 0.14, 0.21].map((at) => noise(at, 0.06, 3200, 1500, 0.3)),
  play: [noise(0, 0.06, 2400, 900, 0.6), tone(0.015, 0.07, 210, 150, 0.2)],
  draw: [noise(0, 0.13, 1400, 3600, 0.6)],
  turn: [...chime(0, 784), ...chime(0.12, 1047)],
  dobon: [...drum(0), ...plunge(0.24)],
  counter: [...drum(0, 1.25), ...drum(0.15, 1.4), ...plunge(0.34, 1.2)],
  wrong: [tone(0, 0.22, 180, 150, 0.16, "sawtooth"), tone(0.2, 0.35, 140, 95, 0.16, "sawtooth")],
  win: [523, 659, 784, 1047].flatMap((frequency, step) => chime(step * 0.11, frequency, 0.6)),
  lose: [440, 392, 330].flatMap((frequency, step) => chime(step * 0.16, frequency, 0.5, 0.12)),
};

/** The patterns of vibration: milliseconds on and off. Only calls vibrate. */
export const VIBRATIONS = { dobon: [90, 60, 240], counter: [70, 40, 70, 40, 240], wrong: [40, 40, 40] };

let context = null;

/** Return the position of the switch. */
export function soundMode() {
  const chosen = getStored("sound");
  return SOUND_MODES.includes(chosen) ? chosen : "on";
}

/** Set the switch and remember it. */
export function setSoundMode(mode) {
  setStored("sound", mode === "on" ? null : mode);
}

/** Play a sound with its vibration, as far as the switch allows. Browsers want a touch of the page before both. */
export function playSound(name) {
  const mode = soundMode();
  if (mode === "off" || !navigator.userActivation?.hasBeenActive) return;
  if (VIBRATIONS[name]) navigator.vibrate?.(VIBRATIONS[name]);
  if (mode !== "on") return;
  context ??= new AudioContext();
  context.resume().then(() => renderSound(context, name, context.currentTime + 0.01));
}

/** Add a sound to an audio context, beginning at a time of its clock in seconds. */
export function renderSound(audio, name, start) {
  const output = new DynamicsCompressorNode(audio, { threshold: -12, ratio: 6 });
  output.connect(audio.destination);
  for (const part of SOUNDS[name]) renderPart(audio, part, start + part.at).connect(output);
}

function renderPart(audio, part, start) {
  const end = start + part.length;
  const envelope = new GainNode(audio, { gain: 0 });
  envelope.gain.setValueAtTime(0.0001, start);
  envelope.gain.exponentialRampToValueAtTime(part.gain, start + Math.min(0.012, part.length / 4));
  envelope.gain.exponentialRampToValueAtTime(0.0001, end);
  const source = part.kind === "tone" ? toneSource(audio, part, start, end) : noiseSource(audio, part, start, end, envelope);
  source.start(start);
  source.stop(end);
  if (part.kind === "tone") source.connect(envelope);
  return envelope;
}

function toneSource(audio, { from, to, type }, start, end) {
  const source = new OscillatorNode(audio, { type, frequency: from });
  glide(source.frequency, from, to, start, end);
  return source;
}

function noiseSource(audio, { from, to, q, length }, start, end, envelope) {
  const buffer = audio.createBuffer(1, Math.ceil(length * audio.sampleRate), audio.sampleRate);
  fillWithNoise(buffer.getChannelData(0));
  const band = new BiquadFilterNode(audio, { type: "bandpass", frequency: from, Q: q });
  glide(band.frequency, from, to, start, end);
  const source = new AudioBufferSourceNode(audio, { buffer });
  source.connect(band).connect(envelope);
  return source;
}

/** Fill samples with the same noise each time, so that a sound is always equally loud. */
function fillWithNoise(samples) {
  let state = 1;
  for (let at = 0; at < samples.length; at += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    samples[at] = state / 2 ** 31 - 1;
  }
}

function glide(parameter, from, to, start, end) {
  parameter.setValueAtTime(from, start);
  parameter.exponentialRampToValueAtTime(to, end);
}
