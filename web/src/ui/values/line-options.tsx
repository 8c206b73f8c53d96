import { optionsText } from '@mela/contract'
import { cx } from '../layout/cx.ts'

interface LineOptionsProps {
  line: { options: Record<string, string>; sku?: string | null }
  /** Adds the SKU, for staff and printed documents. */
  withSku?: boolean
  className?: string
}

/** The chosen values of a line, such as 'Size M · Indigo'; renders nothing for a product without options. */
export function LineOptions({ line, withSku = false, className }: LineOptionsProps) {
  const text = [optionsText(line.options), withSku && line.sku && `SKU ${line.sku}`].filter(Boolean).join(' · ')
  return text ? <p className={cx('type-small text-ink-2 wrap-anywhere', className)}>{text}</p> : null
}
