/** A definition nests its schemas deeper than they are compared. */
export class NestedTooDeeplyError extends Error {}
