/** The error of a part of a form; nothing without one. */
export function ErrorText({ children }: { children: string | undefined }) {
  if (!children) return null
  return (
    <p role="alert" className="type-small text-danger">
      {children}
    </p>
  )
}
