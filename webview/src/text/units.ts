import { formatCount, text } from "../strings/text.ts";

/** `9.1 s`, `14 s`, `1 m 12 s`, `2 h 03 m`. */
export function duration(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 9.95) return text("seconds", seconds < 0.1 ? "0.1" : seconds.toFixed(1).replace(/\.0$/, ""));
  const whole = Math.round(seconds);
  if (whole < 60) return text("seconds", whole);
  if (whole < 3600) return text("minutesSeconds", Math.floor(whole / 60), pad(whole % 60));
  return text("hoursMinutes", Math.floor(whole / 3600), pad(Math.floor((whole % 3600) / 60)));
}

/** Whole seconds: for what is no measurement. */
export function roundDuration(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  return seconds < 60 ? text("seconds", seconds) : duration(seconds * 1000);
}

/** `0:14`, `12:05`. */
export function clock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${pad(seconds % 60)}`;
}

/** `$0.04`; less than a cent keeps its first digits. */
export function cost(dollars: number): string {
  if (dollars === 0 || dollars >= 0.005) return `$${dollars.toFixed(2)}`;
  return `$${Number(dollars.toPrecision(1)).toFixed(4).replace(/0+$/, "")}`;
}

/** `200k`, `1M`, `1,050`: sizes of windows. */
export function compactCount(value: number): string {
  if (value >= 1_000_000) return `${trim(value / 1_000_000)}M`;
  return value >= 10_000 ? `${trim(value / 1000)}k` : formatCount(value);
}

/** Time that has passed since `iso`. */
export function age(iso: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(iso)) / 60_000);
  if (!(minutes >= 1)) return text("secondsAgo");
  if (minutes < 60) return text("minutesAgo", minutes);
  return minutes < 1440
    ? text("hoursAgo", Math.floor(minutes / 60))
    : text("daysAgo", Math.floor(minutes / 1440));
}

function trim(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function pad(value: number): string {
  return String(value).padStart(2, "0");
}
