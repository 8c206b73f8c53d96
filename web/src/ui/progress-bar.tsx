interface ProgressBarProps {
  /** The accessible name, such as 'Uploading saree.jpg'. */
  label: string
  /** From 0 to 1. */
  share: number
}

export function ProgressBar({ label, share }: ProgressBarProps) {
  const percent = Math.round(share * 100)

  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="h-1.5 overflow-hidden rounded-full bg-line"
    >
      <div
        className="h-full origin-left rounded-full bg-info transition-transform duration-200"
        style={{ transform: `scaleX(${share})` }}
      />
    </div>
  )
}
