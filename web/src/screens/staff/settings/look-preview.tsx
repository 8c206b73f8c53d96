import { accentColours, type Media, pictureUrl } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { usePrice, useShop } from '../../../lib/shop.ts'
import { colourOf, pictureQuery, readableColour } from './look-fields.tsx'

/** The theme's colours in both schemes: CSS cannot apply another scheme to a part of the page. */
const schemes = {
  light: {
    paper: 'oklch(0.985 0.004 85)',
    surface: 'oklch(1 0 0)',
    ink: 'oklch(0.21 0.012 60)',
    on: 'oklch(0.98 0.012 85)',
  },
  dark: {
    paper: 'oklch(0.175 0.008 60)',
    surface: 'oklch(0.215 0.009 60)',
    ink: 'oklch(0.955 0.008 85)',
    on: 'oklch(0.985 0.01 85)',
  },
} as const

/** Header, banner, card and button as typed, on light and dark pages; hidden from screen readers. Must be inside the form of the look. */
export function LookPreview() {
  const { accent, logo, logoOnDark, keepsLight } = useTypedLook()
  if (!accent) return null

  return (
    <div aria-hidden className="grid gap-1.5">
      <div className="grid grid-cols-2 gap-3">
        <Page scheme="light" accent={accent} logo={logo} />
        {!keepsLight && <Page scheme="dark" accent={accent} logo={logo && (logoOnDark ?? logo)} />}
      </div>
      <p className="type-small text-ink-2">
        {keepsLight ? 'As every device shows it.' : 'As light and as dark devices show it.'}
      </p>
    </div>
  )
}

function useTypedLook() {
  const [accent, logo, logoOnDark, keepsLight]: [string?, string?, string?, boolean?] = useWatch({
    name: ['look.accent', 'look.logo', 'look.logoOnDark', 'look.keepsLight'],
  })
  const colour = colourOf(accent)
  return {
    accent: colour && readableColour(colour),
    logo: usePicture(logo),
    logoOnDark: usePicture(logoOnDark),
    keepsLight,
  }
}

function usePicture(id = ''): Media | undefined {
  return useQuery({ ...pictureQuery(id), enabled: id !== '' }).data
}

interface PageProps {
  scheme: keyof typeof schemes
  accent: string
  logo: Media | undefined
}

function Page({ scheme, accent, logo }: PageProps) {
  const { name, town } = useShop()
  const price = usePrice()
  const { paper, surface, ink, on } = schemes[scheme]

  return (
    <div
      className="grid content-start gap-3 overflow-hidden rounded-tile border border-line p-3 text-xs"
      style={{ background: paper, color: ink }}
    >
      {logo ? (
        <img src={pictureUrl(logo.url, 400)} alt="" className="h-7 w-auto max-w-full object-contain object-left" />
      ) : (
        <span className="h-7 truncate font-serif text-xl">{name}</span>
      )}
      <span className="truncate rounded-control p-3 font-serif text-xl" style={{ background: accent, color: on }}>
        The sale
      </span>
      <span className="grid gap-2 rounded-control p-3" style={{ background: surface }}>
        <span className="font-semibold">{price(49)}</span>
        {town && <span className="truncate">{`Ships from ${town}`}</span>}
        <span
          className="truncate rounded-control p-2 text-center font-semibold"
          style={{ background: accentColours(accent)[scheme].brand, color: on }}
        >
          Add to cart
        </span>
      </span>
    </div>
  )
}
