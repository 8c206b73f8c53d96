import type { SubmitEvent } from 'react'
import { useNavigate } from 'react-router'
import type { Elements } from './cx.ts'

interface GetFormProps {
  action: string
  /** Further keys of the query. */
  kept: Iterable<[name: string, value: string]>
  isReplacing?: boolean
  onSubmit?: () => void
  className?: string
  children: Elements
}

/** A form whose fields become the address, so that it works without JavaScript; empty ones are left out. */
export function GetForm({ action, kept, isReplacing = false, onSubmit, className, children }: GetFormProps) {
  const navigate = useNavigate()

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    onSubmit?.()
    const filled = [...new FormData(event.currentTarget)].filter(([, value]) => value !== '')
    const search = new URLSearchParams(filled.map(([name, value]) => [name, String(value)]))
    navigate(search.size > 0 ? `${action}?${search}` : action, {
      replace: isReplacing,
      preventScrollReset: isReplacing,
    })
  }

  return (
    <form action={action} className={className} onSubmit={handleSubmit}>
      {[...kept].map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  )
}

/** The pairs of a query but those of these names. */
export const without = (params: URLSearchParams, ...names: string[]) =>
  [...params].filter(([name]) => !names.includes(name))
