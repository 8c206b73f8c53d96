import type { Emulator } from '../base/emulator.ts'

/** A form that was opened before a restart still works after it; every form works once. */
export function issueFormToken({ formTokens, store }: Emulator, subject: string) {
  const token = formTokens.issue(subject)
  store.changed('forms', token)
  return token
}

export function takeFormToken({ formTokens, store }: Emulator, form: URLSearchParams) {
  const token = form.get('form_token') ?? ''
  store.changed('forms', token)
  return formTokens.take(token)
}
