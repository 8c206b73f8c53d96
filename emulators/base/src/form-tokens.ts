import type { BaseEmulator } from './emulator.ts'

/** Issues a token that makes a form work once; the store keeps it, so the form still works after a restart. */
export function issueFormToken({ formTokens, store }: BaseEmulator, subject: string) {
  const token = formTokens.issue(subject)
  store.changed('forms', token)
  return token
}

export function takeFormToken({ formTokens, store }: BaseEmulator, form: URLSearchParams) {
  const token = form.get('form_token') ?? ''
  store.changed('forms', token)
  return formTokens.take(token)
}
