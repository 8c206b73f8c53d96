import type { Token } from 'markdown-it'

/** A text may link to the web, an email, a phone, the shop, or into the page. */
const LINK = /^(https?:\/\/[^\s\\]+|mailto:[^\s\\]+|tel:[^\s\\]+|\/(?![/\\])[^\\]*|#[\w-]*)$/i

export const isSafeAddress = (address: string): boolean => LINK.test(address)

export const allTokens = (tokens: Token[]): Token[] => tokens.flatMap(token => [token, ...(token.children ?? [])])

/** Other sites do not learn which window opened them. */
export function guardLinks(tokens: Token[]): void {
  // One flag suffices, because links cannot be nested.
  let leadsNowhere = false
  for (const token of allTokens(tokens)) {
    if (token.type === 'link_open') {
      const address = String(token.attrGet('href'))
      leadsNowhere = address === ''
      if (/^https?:/i.test(address)) token.attrSet('rel', 'noopener')
    }
    if (leadsNowhere && token.type.startsWith('link_')) leaveOut(token)
  }
}

export function leaveOut(token: Token): void {
  token.type = 'text'
  token.tag = ''
  token.content = ''
}
