"""What the functions of the package share: arguments, exact numbers, batches, pictures, progress."""
