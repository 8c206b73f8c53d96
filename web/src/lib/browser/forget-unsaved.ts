/** In session storage: cleared with the tab, kept over a full page load. */
export const KEY = 'mela.unsaved'

/** Deletes what users have typed into forms of this tab. Apart from unsaved.ts, which pages without such forms do not load. */
export function forgetUnsaved(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Without storage there is nothing.
  }
}
