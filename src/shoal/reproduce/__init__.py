"""The experiments of the four papers, run again: data, cells, figures, verdicts, and a page of them all."""
