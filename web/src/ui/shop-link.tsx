import { ExternalLink } from 'lucide-react'

export function ShopLink({ path, text = path }: { path: string; text?: string }) {
  return (
    <a
      href={path}
      target="_blank"
      rel="noopener"
      className="inline-flex min-h-8 items-center gap-1.5 break-all font-mono text-[0.8125rem] text-info underline-offset-3 hover:underline pointer-coarse:min-h-11"
    >
      <span>{text}</span>
      <ExternalLink className="size-3.5" />
      <span className="sr-only">, in a new tab</span>
    </a>
  )
}
