export interface Figure {
  label: string;
  value: number;
  bar?: number;
  unit: string;
}

/** What the suite has measured; whoever started it prints them. */
export const figures: Figure[] = [];
