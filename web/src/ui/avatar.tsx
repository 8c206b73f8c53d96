interface AvatarProps {
  firstName: string
  /** null shows the name's initial. */
  url: string | null | undefined
  /** Edge in pixels. */
  size?: number
}

/** Decorative: the name is beside it, or on the control around it. */
export function Avatar({ firstName, url, size = 36 }: AvatarProps) {
  const box = 'inline-grid shrink-0 place-items-center rounded-full bg-marigold/35 font-semibold'
  if (url)
    return (
      <img
        src={url}
        alt=""
        width={size}
        height={size}
        loading="lazy"
        className={`${box} object-cover`}
        style={{ width: size, height: size }}
      />
    )

  return (
    <span aria-hidden="true" className={box} style={{ width: size, height: size, fontSize: size * 0.4 }}>
      {firstName.slice(0, 1).toUpperCase()}
    </span>
  )
}
