interface Ask {
  body?: unknown
  cookie?: string
  key?: string
}

export interface Answer {
  status: number
  message: string
  data: unknown
  cookie: string
}

export const isOk = ({ status }: Answer) => status === 200 || status === 201

/** No answer: unknown whether it was done. */
export class NoAnswer extends Error {}

const PATIENCE_MS = 30_000

export async function ask(url: string, method: string, path: string, { body, cookie, key }: Ask = {}): Promise<Answer> {
  const headers = {
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(cookie !== undefined && { cookie }),
    ...(key !== undefined && { 'idempotency-key': key }),
  }
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers,
      signal,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    // The shop lost its database midway, and does not know either.
    if (answer.status >= 500) throw new Error(`${answer.status}: ${text}`)
    const { message, data } = text.startsWith('{') ? JSON.parse(text) : { message: text, data: undefined }
    const cookies = answer.headers.getSetCookie().map(set => set.split(';')[0])
    return { status: answer.status, message, data, cookie: cookies.join('; ') }
  } catch (cause) {
    throw new NoAnswer(`${method} ${path}`, { cause })
  }
}
