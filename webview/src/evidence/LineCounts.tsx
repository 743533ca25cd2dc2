/** `+31 −19`; a side without lines is left out, and all of it where lines are not known. */
export function LineCounts({ added, removed }: { added: number; removed: number }) {
  if (added + removed === 0) return null;
  return (
    <span class="nums">
      {added > 0 && <span class="added">{`+${added}`}</span>}
      {added > 0 && removed > 0 && " "}
      {removed > 0 && <span class="removed">{`−${removed}`}</span>}
    </span>
  );
}
