// Id of the part of each page's footer with address, telephone number and e-mail of the association.
export const contactAnchor = 'association-contact'
