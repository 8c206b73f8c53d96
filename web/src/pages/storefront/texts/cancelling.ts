/** Said on Contact and in the Terms: who cancels an order, until when, and what becomes of the money (B19). */
export const CANCELLING =
  'Until it is shipped you can cancel an order yourself, paid or not, on its own page. What you paid for it goes back the way it came.'
