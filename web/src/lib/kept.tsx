import { QueryClientContext } from '@tanstack/react-query'
import { createElement, type ReactNode, useContext } from 'react'

let render: ((part: ReactNode) => string) | undefined
const known = new WeakMap<object, Map<string, string | undefined>>()

/** Lets `Kept` keep markup in this process; called by the server. */
export function keepMarkup(renderToString: typeof render): void {
  render = renderToString
}

interface KeptProps {
  as: 'footer' | 'ul' | 'li'
  className?: string
  /** The data of the children: the same object means the same markup. Links must have whole paths, to fit any page. */
  data: object
  /** Distinguishes markup of the same data, such as by the shop's settings; by default, the element's name. */
  part?: string
  children: ReactNode
}

/**
 * An element whose children the server renders once for their data; the browser renders them normally. The markup is
 * kept when the data is rendered for the second time: most lists are rendered once, and a separate rendering costs
 * more.
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
