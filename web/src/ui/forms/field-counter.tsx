import { formatCount } from '@mela/contract'
import { useWatch } from 'react-hook-form'
import { cx } from '../layout/cx.ts'

/** Number of typed and allowed characters. It is visual only; the schema's message is announced. */
export function FieldCounter({ name, max }: { name: string; max: number }) {
  const typed = String(useWatch({ name }) ?? '').trim().length

  return (
    <span aria-hidden className={cx('ml-auto shrink-0 whitespace-nowrap tabular-nums', typed > max && 'text-danger')}>
      {formatCount(typed)} / {formatCount(max)}
    </span>
  )
}
