import { createElement, type ReactNode } from 'react'

let render: ((part: ReactNode) => string) | undefined
const known = new WeakMap<object, Map<string, string>>()

/** Makes this process, a server, keep the markup of the parts that all pages have. */
export function keepMarkup(renderToString: typeof render): void {
  render = renderToString
}

interface KeptProps {
  as: 'footer' | 'ul'
  className: string
  /** All that the children depend on; the same object has the same children. They know of no page: their links have whole paths. */
  data: object
  children: ReactNode
}

/** An element whose children the server renders once for their data, and the browser as any others. */
export function Kept({ as, className, data, children }: KeptProps) {
  if (!import.meta.env.SSR || !render) return createElement(as, { className }, children)

  const parts = known.get(data) ?? new Map<string, string>()
  known.set(data, parts)
  const markup = parts.get(as) ?? render(children)
  parts.set(as, markup)
  return createElement(as, { className, dangerouslySetInnerHTML: { __html: markup } })
}
