import type { Emulator } from '../base/emulator.ts'

/** A form that was opened before a restart still works after it; every form works once. */
export function issueFormToken({ formTokens, store }: Emulator, subject: string) {
  store.changed()
  return formTokens.issue(subject)
}

export function takeFormToken({ formTokens, store }: Emulator, form: URLSearchParams) {
  store.changed()
  return formTokens.take(form.get('form_token') ?? '')
}
