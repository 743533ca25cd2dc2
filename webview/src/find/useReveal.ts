import { useApp } from "../app.ts";

/** Brings an entry into view, with the pages before it when they are not here. Gives its item's id. */
export function useReveal(): (entryId: string) => Promise<string | undefined> {
  const { store, host, navigation } = useApp();
  return async (entryId) => {
    let itemId = store.itemIdOfEntry(entryId);
    const before = store.oldestEntryId();
    if (itemId === undefined && before !== undefined && store.hasOlder.peek()) {
      const page = await host.request("entries/page", { before, through: entryId });
      if (store.oldestEntryId() === before) store.prepend(page);
      itemId = store.itemIdOfEntry(entryId);
    }
    if (itemId !== undefined) navigation.reveal(itemId);
    return itemId;
  };
}
