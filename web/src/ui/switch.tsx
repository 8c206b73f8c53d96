import type { ComponentProps } from 'react'

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role' | 'className'> {
  /** Read out only: the name of the row, or the visible text beside it. */
  label: string
}

export function Switch({ label, ...props }: SwitchProps) {
  return (
    <input
      {...props}
      type="checkbox"
      // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox tells its own checked state.
      role="switch"
      aria-label={label}
      className="relative h-6 w-10 shrink-0 cursor-pointer appearance-none rounded-full bg-edge transition-colors before:absolute before:top-1 before:left-1 before:size-4 before:rounded-full before:bg-surface before:transition-transform after:absolute after:-inset-2.5 checked:bg-success checked:before:translate-x-4 disabled:cursor-not-allowed disabled:opacity-45"
    />
  )
}
