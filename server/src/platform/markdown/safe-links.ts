import type { Token } from 'markdown-it'

/** Addresses that a text may link to: of the web, of an email or a phone, of the shop, or in the page. */
const LINK = /^(https?:\/\/[^\s\\]+|mailto:[^\s\\]+|tel:[^\s\\]+|\/(?![/\\])[^\\]*|#[\w-]*)$/i

export const isSafeAddress = (address: string): boolean => LINK.test(address)

/** Block tokens with all inline tokens in them. */
export const allTokens = (tokens: Token[]): Token[] => tokens.flatMap(token => [token, ...(token.children ?? [])])

/** Leaves out links without an address; other sites do not learn which window opened them. */
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
