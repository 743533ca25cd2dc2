/** `+31 −19`; a side without lines is left out. */
export function LineCounts({ added, removed }: { added: number; removed: number }) {
  return (
    <span class="nums">
      {(added > 0 || removed === 0) && <span class="added">{`+${added}`}</span>}
      {added > 0 && removed > 0 && " "}
      {removed > 0 && <span class="removed">{`−${removed}`}</span>}
    </span>
  );
}
