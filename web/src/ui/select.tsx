import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx, type Elements } from './cx.ts'

interface SelectOption {
  value: string | number
  label: string | number
  /** It cannot be chosen; the label says why. */
  isDisabled?: boolean
}

interface SelectBoxProps extends Omit<ComponentProps<'select'>, 'children'> {
  options?: readonly SelectOption[]
  /** Label of the empty value, which comes first. */
  placeholder?: string
  children?: Elements
}

export function SelectBox({ className, options = [], placeholder, children, ...props }: SelectBoxProps) {
  return (
    <div className="relative flex items-center">
      <select {...props} className={cx('control', className)}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map(({ value, label, isDisabled }) => (
          <option key={value} value={value} disabled={isDisabled}>
            {label}
          </option>
        ))}
        {children}
      </select>
      <ChevronDown className="pointer-events-none absolute right-3 size-4 text-ink-2" />
    </div>
  )
}
