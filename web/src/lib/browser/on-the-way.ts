/** State of a step to the shipping page by the cart or a login: it may go on to the review by itself. */
export const onTheWay = { isOnTheWay: true }

export const isOnTheWay = (state: unknown): boolean => Object(state).isOnTheWay === true
