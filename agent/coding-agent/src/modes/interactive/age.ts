const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const month = 30 * day;

/** How long ago something was; a date when it is more than a month. Times in milliseconds. */
export function age(time: number, now: number): string {
  const passed = now - time;
  if (passed < minute) return "now";
  if (passed < hour) return `${Math.floor(passed / minute)} min`;
  if (passed < day) return `${Math.floor(passed / hour)} h`;
  if (passed < month) return `${Math.floor(passed / day)} d`;
  return new Date(time).toISOString().slice(0, 10);
}
