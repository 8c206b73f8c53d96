import type { IncomingHttpHeaders } from 'node:http'
import type { Answer } from '../base/http.ts'

/** Under which path another server shows these pages below its own address; '' when a browser asks directly. */
export function prefixOf({ 'x-forwarded-prefix': given }: IncomingHttpHeaders): string {
  return typeof given === 'string' && /^(\/[\w-]+)+$/.test(given) ? given : ''
}

/**
 * Links of a page, its forms and its redirects lead to below the prefix. What people typed cannot look like one of them, because
 * quotes in it are escaped. Buyers there are not offered the console, which belongs to the staff of that server.
 */
export function below(prefix: string, answer: Answer): Answer {
  if (prefix === '') return answer
  const { headers = {}, body } = answer
  const { location } = headers
  return {
    ...answer,
    headers: { ...headers, ...(location && isOwn(location) && { location: prefix + location }) },
    ...(isPage(answer) && {
      body: String(body)
        .replace(/<footer>.*?<\/footer>/s, '')
        .replace(
          / (href|src|action)="(\/(?:__emulator|checkoutnow)[^"]*)"/g,
          (_, name, path) => ` ${name}="${prefix}${path}"`,
        ),
    }),
  }
}

const isOwn = (location: string) => /^\/(__emulator|checkoutnow)/.test(location)

const isPage = ({ headers, body }: Answer) =>
  typeof body === 'string' && headers?.['content-type']?.startsWith('text/html') === true
