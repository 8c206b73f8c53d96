/** First on every page; skips the header to the element with the id `content`. */
export function SkipLink() {
  return (
    <a
      href="#content"
      className="type-ui fixed top-2 left-2 z-toast -translate-y-20 rounded-control bg-ink px-4 py-3 text-paper focus:translate-y-0"
    >
      Skip to content
    </a>
  )
}
