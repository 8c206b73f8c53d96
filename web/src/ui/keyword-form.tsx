import { Search } from 'lucide-react'
import { useId } from 'react'
import { GetForm } from './get-form.tsx'

interface KeywordFormProps {
  /** The list's own path. */
  action: string
  /** What is looked for, such as 'Search customers'. */
  label: string
  keyword: string
  /** The query of the present address; what else narrows or sorts the list is kept. */
  params?: URLSearchParams
}

const STARTS_AGAIN = ['keyword', 'page']

/** Narrows a list by words; the list starts again at its first page. */
export function KeywordForm({ action, label, keyword, params = new URLSearchParams() }: KeywordFormProps) {
  const id = useId()

  return (
    <search>
      <GetForm
        action={action}
        kept={[...params].filter(([name]) => !STARTS_AGAIN.includes(name))}
        className="relative max-w-80"
      >
        <label htmlFor={id} className="sr-only">
          {label}
        </label>
        <Search className="pointer-events-none absolute top-1/2 left-4 size-4 -translate-y-1/2 text-ink-2" />
        <input
          key={keyword}
          id={id}
          type="search"
          name="keyword"
          defaultValue={keyword}
          maxLength={100}
          enterKeyHint="search"
          autoComplete="off"
          placeholder={label}
          className="type-ui h-11 w-full rounded-control border border-line bg-surface pr-3 pl-11 font-normal! pointer-coarse:text-base"
        />
      </GetForm>
    </search>
  )
}
