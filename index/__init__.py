"""How msfaq finds: signatures, words, vectors, and the store that holds them."""
