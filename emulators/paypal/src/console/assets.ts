import { readFileSync } from 'node:fs'
import type { Answer } from '../base/http.ts'

export const showApprovalStyle = asset('approval.css', 'text/css; charset=utf-8')
export const showApprovalScript = asset('approval.js', 'text/javascript; charset=utf-8')
export const showConsoleStyle = asset('console.css', 'text/css; charset=utf-8')

function asset(name: string, mediaType: string) {
  const body = readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8')
  return (): Answer => ({ status: 200, headers: { 'content-type': mediaType }, body })
}
