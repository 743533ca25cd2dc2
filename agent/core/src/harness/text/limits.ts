/** No classifier looks further into a message than this many UTF-16 units. */
export const maxClassifiedLength = 20_000;
