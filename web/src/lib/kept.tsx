import { QueryClientContext } from '@tanstack/react-query'
import { createElement, type ReactNode, useContext } from 'react'

let render: ((part: ReactNode) => string) | undefined
const known = new WeakMap<object, Map<string, string | undefined>>()

/** Makes this process, a server, keep the markup of the parts that all pages have. */
export function keepMarkup(renderToString: typeof render): void {
  render = renderToString
}

interface KeptProps {
  as: 'footer' | 'ul' | 'li'
  className?: string
  /** What the children depend on; the same object has the same children. They know of no page: their links have whole paths. */
  data: object
  /** Tells apart what is made of the same data, as by settings of the shop; without it, the element does. */
  part?: string
  children: ReactNode
}

/**
 * An element whose children the server renders once for their data, and the browser as any others. They are kept when the data comes for
 * the second time: most lists come once, and a rendering of its own costs more than one among others.
 */
export function Kept(props: KeptProps) {
  const { as, className, children } = props
  return import.meta.env.SSR && render ? (
    <KeptByServer {...props} render={render} />
  ) : (
    createElement(as, { className }, children)
  )
}

interface KeptByServerProps extends KeptProps {
  render: (part: ReactNode) => string
}

function KeptByServer({ as, className, data, part = as, render, children }: KeptByServerProps) {
  const queryClient = useContext(QueryClientContext)
  const parts = known.get(data) ?? new Map<string, string | undefined>()
  known.set(data, parts)
  if (!parts.has(part)) {
    parts.set(part, undefined)
    return createElement(as, { className }, children)
  }
  const markup = parts.get(part) ?? render(<QueryClientContext value={queryClient}>{children}</QueryClientContext>)
  parts.set(part, markup)
  return createElement(as, { className, dangerouslySetInnerHTML: { __html: markup } })
}
