import { renderSVG } from 'uqr'

/** Black on white in every colour scheme: many cameras read nothing else. */
export const QrCode = ({ text, alt }: { text: string; alt: string }) => (
  <img
    src={`data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 2 }))}`}
    alt={alt}
    className="size-48 rounded-control"
  />
)
