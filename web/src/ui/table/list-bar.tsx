import { DateRange } from '../controls/date-range.tsx'
import { KeywordForm } from '../controls/keyword-form.tsx'
import type { Elements } from '../layout/elements.ts'

interface ListBarProps {
  action: string
  /** The label, such as 'Search orders'. */
  label: string
  keyword: string
  params: URLSearchParams
  /** Further filters. */
  children?: Elements
}

/** The filters of a list that grows daily: keyword and days, side by side as long as there is room. */
export function ListBar({ children, ...props }: ListBarProps) {
  return (
    <div className="flex flex-wrap gap-3 *:[search]:max-w-80 *:[search]:grow *:[search]:basis-46">
      <KeywordForm {...props} />
      <DateRange action={props.action} params={props.params} />
      {children}
    </div>
  )
}
