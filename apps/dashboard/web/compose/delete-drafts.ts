/** How the key of each draft in the browser's storage begins. */
export const draftKey = 'waypost-draft '

export const draftKeys = (): string[] => Object.keys(localStorage).filter((key) => key.startsWith(draftKey))

/** Deletes all drafts of this browser: whoever signs out leaves nothing of their mail in it. */
export function deleteDrafts(): void {
  for (const key of draftKeys()) localStorage.removeItem(key)
}
