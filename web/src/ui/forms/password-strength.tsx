import { cx } from '../layout/cx.ts'
import { passwordStrength } from './strength.ts'

const shown = {
  weak: { filled: 1, colour: 'bg-danger' },
  fair: { filled: 2, colour: 'bg-marigold' },
  strong: { filled: 3, colour: 'bg-success' },
}

/** A hint that keeps its place while the field is empty. */
export function PasswordStrength({ password }: { password: string }) {
  const strength = passwordStrength(password)
  const { filled, colour } = password ? shown[strength] : { filled: 0, colour: '' }

  return (
    <div className="flex min-h-[1lh] items-center gap-3">
      <span aria-hidden="true" className="flex w-28 gap-1">
        {[1, 2, 3].map(part => (
          <span key={part} className={cx('h-1 flex-1 rounded-full', part <= filled ? colour : 'bg-line')} />
        ))}
      </span>
      <span role="status">{password && `Strength: ${strength}`}</span>
    </div>
  )
}
