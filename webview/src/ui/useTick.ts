import { useEffect, useState } from "preact/hooks";

/** The time, anew every second while `isOn`: for clocks of what is running. No timer otherwise. */
export function useTick(isOn: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isOn) return undefined;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isOn]);
  return now;
}
