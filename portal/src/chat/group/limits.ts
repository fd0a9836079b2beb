// Lengths of the texts of a group, as the server accepts them (TeamFields).
export const maxNameLength = 64
export const maxIntroLength = 512
