import { readFileSync } from 'node:fs'
import type { Answer } from './http.ts'

export const showApprovalStyle = asset(new URL('assets/approval.css', import.meta.url), 'text/css; charset=utf-8')
export const showConsoleStyle = asset(new URL('assets/console.css', import.meta.url), 'text/css; charset=utf-8')

export function asset(file: URL, mediaType: string) {
  const body = readFileSync(file, 'utf8')
  return (): Answer => ({ status: 200, headers: { 'content-type': mediaType }, body })
}
