/** Key in session storage, which ends with the tab and stays over a full page load. */
export const KEY = 'mela.unsaved'

/** Deletes typed values of this tab's forms. Not in unsaved.ts, which pages without such forms do not load. */
export function forgetUnsaved(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // There is nothing to delete when there is no storage.
  }
}
