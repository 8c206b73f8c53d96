import type { IncomingHttpHeaders } from 'node:http'
import type { Answer } from './http.ts'

/** The path under which another server proxies these pages; '' when a browser calls the emulator directly. */
export function prefixOf({ 'x-forwarded-prefix': given }: IncomingHttpHeaders): string {
  return typeof given === 'string' && /^(\/[\w-]+)+$/.test(given) ? given : ''
}

/**
 * Puts the prefix in front of a page's links, forms and redirects. Text of a user cannot look like a link or a form,
 * because its quotes are escaped. Behind a prefix the link to the console is removed: it is for staff, not for buyers.
 */
export function below(prefix: string, approvalPath: string, answer: Answer): Answer {
  if (prefix === '') return answer
  const { headers = {}, body } = answer
  const { location } = headers
  const isOwn = (path: string) => path.startsWith('/__emulator') || path.startsWith(approvalPath)
  return {
    ...answer,
    headers: { ...headers, ...(location && isOwn(location) && { location: prefix + location }) },
    ...(isPage(answer) && {
      body: String(body)
        .replace(/<footer>.*?<\/footer>/s, '')
        .replace(/ (href|src|action)="(\/[^"]*)"/g, (whole, name, path) =>
          isOwn(path) ? ` ${name}="${prefix}${path}"` : whole,
        ),
    }),
  }
}

const isPage = ({ headers, body }: Answer) =>
  typeof body === 'string' && headers?.['content-type']?.startsWith('text/html') === true
