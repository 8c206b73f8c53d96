import { createElement, type SVGProps } from 'react'

interface IconData {
  node: [tag: string, attributes: { key: string }][]
}

/** Draws the shapes of lucide-react; its own renderer is a kilobyte of every first view (vite.config.ts). */
// biome-ignore lint/style/noDefaultExport: stands for a module that has one
export default function createIcon({ node }: IconData) {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes))
  return ({ className, ...attributes }: SVGProps<SVGSVGElement>) =>
    createElement(
      'svg',
      {
        'aria-hidden': true,
        viewBox: '0 0 24 24',
        ...attributes,
        className: className ? `lucide ${className}` : 'lucide',
      },
      shapes,
    )
}
