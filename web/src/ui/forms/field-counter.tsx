import { formatCount } from '@mela/contract'
import { useWatch } from 'react-hook-form'
import { cx } from '../layout/cx.ts'

/** Characters typed of those allowed. The number is for the eye; the schema's message is read out. */
export function FieldCounter({ name, max }: { name: string; max: number }) {
  const typed = String(useWatch({ name }) ?? '').trim().length

  return (
    <span aria-hidden className={cx('ml-auto shrink-0 whitespace-nowrap tabular-nums', typed > max && 'text-danger')}>
      {formatCount(typed)} / {formatCount(max)}
    </span>
  )
}
