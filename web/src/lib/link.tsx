import { Link as BrowserLink, type LinkProps, Navigate } from 'react-router'
import { useHydrated } from './hydrated.ts'

/** A link within the shop. The server renders a plain anchor: the router's link would take a tenth of a page's time. */
export const Link = import.meta.env.SSR ? ServerLink : BrowserLink

/** A whole path or an address of another site. Neither needs a router. */
const WHOLE = /^(\/|[a-z][a-z\d+.-]*:)/i

function ServerLink(props: LinkProps) {
  const { to, onClick, viewTransition, reloadDocument, preventScrollReset, replace, state, ...attributes } = props
  if (typeof to !== 'string' || !WHOLE.test(to)) return <BrowserLink {...props} discover="none" />
  return <a {...attributes} href={to} />
}

/** Replaces the address from the browser: the server's router cannot navigate while it renders, and would warn. */
export function Redirect({ to }: { to: string }) {
  return useHydrated() ? <Navigate to={to} replace /> : null
}
