/** Error text of every request that its caller aborted (models.md §17). */
export const abortedText = "Request was aborted";
